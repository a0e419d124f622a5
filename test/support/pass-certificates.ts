import { createPrivateKey, type KeyObject } from 'node:crypto';
import { newCertificate } from '../../src/kernel/security/certificates.ts';

const day = 24 * 3600 * 1000;

interface PassCertificateOptions {
  passType?: string;
  team?: string;
  /** The days until the certificate expires; negative if it has expired. */
  days?: number;
  key?: KeyObject;
}

/** Returns a certificate of a pass type id, in PEM, as Apple would make it. */
export function passCertificate({
  passType = 'pass.example.bakery',
  team = 'TEAM123456',
  days = 365,
  key = createPrivateKey(passKey),
}: PassCertificateOptions = {}): string {
  return newCertificate({
    subject: { userId: passType, commonName: `Pass Type ID: ${passType}`, unit: team },
    key,
    from: new Date(Date.now() - 400 * day),
    until: new Date(Date.now() + days * day),
    issuer: { subject: { commonName: 'Test Developer Relations' }, key: createPrivateKey(intermediateKey) },
  });
}

/** The settings with which an account connects Apple Wallet. */
export function appleSettings(options: PassCertificateOptions = {}) {
  return { certificate: passCertificate(options), privateKey: passKey, intermediate: intermediateCertificate };
}

/** A root, and what takes the place of Apple's intermediate certificate. For tests only, valid for a hundred years. */
export const rootCertificate = `-----BEGIN CERTIFICATE-----
MIIDETCCAfmgAwIBAgIUXKe9qyP61iJG+xJT4CxeB49u17AwDQYJKoZIhvcNAQEL
BQAwFzEVMBMGA1UEAwwMVGVzdCBSb290IENBMCAXDTI2MTEyMjExNDIxN1oYDzIx
MjYxMDI5MTE0MjE3WjAXMRUwEwYDVQQDDAxUZXN0IFJvb3QgQ0EwggEiMA0GCSqG
SIb3DQEBAQUAA4IBDwAwggEKAoIBAQCZx/PDW8sQ1KzNQU61PnzT+uOCG5zdj7dn
gb/1K+lww9OVyrRb7rIYeRT1vT1pUGgJQc8UMqBALWC3uf+cPxeyRCe66uxflTn1
frOGWXyaD/0pOnieduHQqyWRjuEu4l6b0LtKjD44b76RjyMs2//N4dEUcRy9S8QR
fU2ON/qnC3Xigv19mT2NNy0xVesddW9Htp3zDrziGuNiKR7nrfeAzmAjLJyu2K4r
bz/Iy1fsw6IPTVQoT1RiC3pF8Gs76D7lrYMDheaQpJ5+sX/laMut0I/xAVNfdh/n
N9Y5fVOWu2/Q7Sk6M5EMfT9V4T/7l9OlGp26VnxWvoGEDtLO9yenAgMBAAGjUzBR
MB0GA1UdDgQWBBRSIfhwcZgIn8ZleVdsciJqKXt0vDAfBgNVHSMEGDAWgBRSIfhw
cZgIn8ZleVdsciJqKXt0vDAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUA
A4IBAQCGHn2z4jWZ3835tG311roCcpaDnKDMof62dJC2Qp/bD/v6q8MC7aSUNORn
PhJnAy0S9DBR6Q3U74eGNUX4j3FQBpJRPyT5ARYWSq09/jLsGSpVehPPUlDV4ukW
Yjs9QtFja9wiANoRPndAHqU1ITcw2J7bSA6Y5YJ71Rxccu7iQ7DJ079dQvt8N7GH
XGNJAImvBcsLOmaf4LKTJmsNWceOp0CzamcqevDAcRPlSR2EFdplSo+HSZeetc2W
hd1/L0YeCbZ5uM+81WXt0Z+wFdHNQqpNVO1L/31g2glVhTi06LV/fcz5lkynA1U6
wdMP7/7Ba6GQF3YaMKfb4aW2pNBa
-----END CERTIFICATE-----
`;

export const intermediateCertificate = `-----BEGIN CERTIFICATE-----
MIIDLDCCAhSgAwIBAgITSzLHuQWJBI9x/G9VzS/Y2V/nTzANBgkqhkiG9w0BAQsF
ADAXMRUwEwYDVQQDDAxUZXN0IFJvb3QgQ0EwIBcNMjYxMTIyMTE0MjE4WhgPMjEy
NjEwMjkxMTQyMThaMCMxITAfBgNVBAMMGFRlc3QgRGV2ZWxvcGVyIFJlbGF0aW9u
czCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBALAptMVyaKvRDfPsYxJY
bsiAlWMBjLQBiF/2MQU6Qa4RrTWdDKc+HgRPhRwcOGbyiGP/AJ5YRxV0x6V0l3fQ
azXZ0/LvInIcSBnHxCDsJ21o9IKeR+DKW9jpTRdsUlOcIeup/qyxTcZUPPmeOJu8
syW1gXBMbnpxBSGSnAtQbkTLrLYJ46XP4tuRe7YOrJNmLJYFqomyIyZyte7WEcB/
+wCDbdVIge1q+o94WD8c/+hWhVvAQQRIbgHKsxnCwSE7e2Mf8w4Fflt2TQ7J3FZP
fQmuLeANGWBaoO9mXg+VPi80hfPfMNQAe+hk7CFxkvx1a6doBOzJL8v5WsxTZj8R
IhkCAwEAAaNjMGEwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwHQYD
VR0OBBYEFJr8wXTb9+4Nuj0hSYsWpmTmUw9eMB8GA1UdIwQYMBaAFFIh+HBxmAif
xmV5V2xyImope3S8MA0GCSqGSIb3DQEBCwUAA4IBAQB87qkSc+i2NdReFHnoG6GE
IMZK7HGI4SSNDugpuMjvfi1WgibCrIxgjYxxs+zy1fHX3drPznZEN5oTczuSqn+w
xM7FSp5x+haJrSfj48e6W+/ZQxYLMkRxjpFtbmwsbu6lnmqqBJjWEIjAB5t77WLx
UXtlOQJvICHBtA+8TE6HqfxJvt6Nbuav5IU7qpC9Ug3bdEaoyYAVUGlOPxFvnBL+
Oieb9EJnoRSI9j31akCYZMCD3bHhoAVKQ8medoUdlZ0Jhj6+IpptHOL/asBbN5m2
fANiuSTZvkPgGr6qzgNEWmcX8V06QwXVbnPLzFZi5y51SicmbTppG4dQXVieaFL8
-----END CERTIFICATE-----
`;

const intermediateKey = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCwKbTFcmir0Q3z
7GMSWG7IgJVjAYy0AYhf9jEFOkGuEa01nQynPh4ET4UcHDhm8ohj/wCeWEcVdMel
dJd30Gs12dPy7yJyHEgZx8Qg7CdtaPSCnkfgylvY6U0XbFJTnCHrqf6ssU3GVDz5
njibvLMltYFwTG56cQUhkpwLUG5Ey6y2CeOlz+LbkXu2DqyTZiyWBaqJsiMmcrXu
1hHAf/sAg23VSIHtavqPeFg/HP/oVoVbwEEESG4ByrMZwsEhO3tjH/MOBX5bdk0O
ydxWT30Jri3gDRlgWqDvZl4PlT4vNIXz3zDUAHvoZOwhcZL8dWunaATsyS/L+VrM
U2Y/ESIZAgMBAAECggEABwXQnK7yDIhv3JWjwPFY0EItAmaHSg1GFyJAw8c141c1
zx14ycmEh5I2eZ+H4ZXBWXAq4YUeJ1UxmM9YMvjybzIE/KorFr65Ipr3vwK/EyHk
HnlqHuReSzxIvBpvwUDICuWq3w5N7g5BZIeZ1N6Nyz7sPzJy1IuBI3ydXyeYj8I4
Uh0R+49C801bCbrouFv3IR7HzE39wAonwCWUwiADvVlk/6UkC37XHTIbPLpCUGKY
GxU3c/ECfsMOGkUdpVfeVb1WprU7AzHVkZaI5cDzyyK7M+5K4dsE+96ePWkwCN4b
cumq6zGxbzAkkg57coO9JEvur0b/AAzbZiMpZnW58QKBgQDtOsKUgspSEy3w0dy+
qL5Kls3EqFuppQ8cZH6KqcA77ssODUUBWu6N97VLW99b/cFf05V3t2iJlXA3eFjF
qQlYLoCEUb7WA4ZoyDhOkBRl++hQPQ2CsV987c74KToxsIqzkvvYOIegrbipP6m5
oiBCnRmspZ+SEGk5t1LbQIS9KQKBgQC+GgBrVOvqs/QM6PoefcNhlAfhdmgxQy1o
4qfioucy6flN+xM4+vM4nr8NPzNljwxladuihOnxKMZtcJI512l+h6k0gLycX0CF
OZAljOyDWy3hltk+2WshLO2Hbr8lhlQ/zVWpuoKnk+4rBwKUL/8v3wzhRBhUyjz0
4Pc7Cc3rcQKBgFSTf229F26dgeJ6n42l0Xn8O84iC9P2keWYenjrPirf3qra1kA+
cBBTQOJmFcLRPFDyuTYeQHnUulY8ZMHLmxZCNfV2w2e/h/rxbwmrWmplnhSFP7zZ
ieabTg+xexreCwUsoPccaFZDuTM2DEevYnr9UXr47WQAz9MQ5cxfOzPJAoGBAJQM
7AarPJCtVYQ4bZMRnvh/sSOGc97p0pO88cMv259rWR3CTFY0Gvgdqe1HK2AM6DqT
FtqbaRbICsFwynEBssc4IC8jk8C07irTic+00P38JN9r/AVWjnhn5RV0yqkO1M5b
vDtTZi3cp8Aa1YdTWgqOTBmkTs66Mn8ENYdlO1oBAoGBAIGqMQ+L3ucLndOxxqSk
k1ddgfPhr4ZqUwuuw676YMP6rgAWfP3cH2F8U/l4TA9Tj4Gw5Vr+wW97+JKB1Nyy
PG9BRZLONU2S0/v0fzpotodEY7+XRUO1hlRuakZ4+VomLuHBJL3GPxvLNC/VkwFJ
qYHUvVUb1MMBvSA/YAYRG8g9
-----END PRIVATE KEY-----
`;

export const passKey = `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQC+0Wq+m/n3Uf2g
V1a30ysUJjNQZeEYWYRXP2lVwsOTXEWpFStsaoyxEO6LTwue4N+6S7dXkoTmBRVa
rae5pMEn5a+iE9tYpAGO0AgZFMhJcd5UXwECUtXoA05AgjJHQe4SDO85xTGH6sAa
jQ9IXw50a/UzyyuO/d/TXRSW7SQlPMAjHysR90lqUbLX1uR2kYWaVFFyrpLsDUGk
BogpC6olr3Ue+0zo1c5aNjogZpeeteOvO06wilsBecuvAlizXTaNVRDccX0+0won
VxgueNbdmzNSGh5+97bhpK7GSUAw4/Inin9PSHiNVQSwUuDp6aUvuo6CTcmMICws
4YCnbA4HAgMBAAECggEAWxFcBfMv5ZqiVltIfjvQU/H1THoK5xGV6QPQ9EabC2Ge
t1bsnfXuBnWDu0Wy0JUXAXSwYCGDvrmPWvME2MMqEi361/ntFc1UFwHu03WJLxAi
oRakRyUchHnLZ1sbvslW4xN8OpCDlo/xNdq7f/kpz2NUp27f74L3Rwslz/AGb6RO
ddiLW8WFwCcQNjNU663WnueHWvFuHeQ6is7KXkUAXDFwMPab82R4nAZMX8cPd/DW
uGCxcGXGuWHuql0Az0phu2KLdiqTP/T/iP9zi5HI8uHEBlcqwRwN4h4bXb/QJp0L
Of6gKKpPNVrfXAHP4nIJKHYoLr+c39BDGjoEBjijvQKBgQDxDs3qINbvK/HujQcK
f9mN5rFsrrpF3yNgRestL8gL2710CNhHrOeNJBQvaJimpmfU95K0E/jIe5m3UYtP
pOUET5VHb9lpu9faCjvo5pviEe+bpjYj5MEmBy1p/IBqciMY00K1/ZAz/DlKoWWs
9tftQh9QgHYtudhy0JxCnviTRQKBgQDKpWOIYmi20P1pQj35CHxWwP0TX77Yd7fh
ROMDjSb3ZBwUQpozMiFJdB4A5UaQDs52nyRKPoxRFIGjjTa1qtrY8WDvOEjiiJcA
gs1qns2s0S5VRXsU70mZgeTpkeB1A4ITsuPDSN5CNER6Jfci1T2I8X7ms2N2GByb
dAnE/5Xq2wKBgE8S5iUZJKhMKA5yoI6nJbxQon7eSihFbBtWlDC8bcjGCj2X8SqB
42r/HMf4baqtB35qv+rmakOJmAD0dNhpZN6nJHbMj+sJPWM+3CwoCZZ8/7Z1LWlU
zq8kx5bux0kjq7OnCUkdpkIHSNvcWbgFOQuRFyiXGy0gu4neOIP6FdxpAoGAMk7o
7NzxfiFYKB+H3yFaLPdwXLTyXi8qeURuz1zlhZlW1zjJq1gQp3mqUTKaV/01CIHt
snjgwOhEXuQZ5vPprN4P4JOqlIKwajIO6R9PlE3CIO1E5yeYsAFtYQcUIDikvFs2
7C5U7z6mmWR/fChQRIUfqgpy8Mh/oaAnJL8G6u0CgYB4GtvAfmauxV8UfoGtKicE
bZyYR6VcUOQpxRAA3DYajRR2c6CHWtTdmUpEuExzq7Ii+1sVIF7TaUeVtsGWRI3O
rXmC6xPeSJhSRm0R4wxUZRcC+7GWj1OViHPbl1M4RQpFCreBdvTMZyfBJYhwyELF
1F0lg14+IM+RDxjRe6ZAbA==
-----END PRIVATE KEY-----
`;
