/** Starts the viewer in the browser, with the OpenAPI document adapted to it. */
const reference = document.querySelector('#reference');
const { keyId, keySecret } = reference.dataset;

const specification = await (await fetch('/openapi.json')).json();
askForOneFormOfCredentials();
for (const operation of Object.values(specification.paths).flatMap(Object.values)) {
  shortenCommonAnswers(operation);
  fillInWhatIsRequired(operation);
}

const viewer = SwaggerUIBundle({
  spec: specification,
  domNode: reference,
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  showCommonExtensions: true,
  defaultModelExpandDepth: 5,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
  // Removes the option to send empty fields, which would delete stored values.
  plugins: [{ components: { ParameterIncludeEmpty: () => null } }],
  requestInterceptor: sendToThisOrigin,
  onComplete: fillInDemoKey,
});

/** Offers one form of credentials in the viewer. The introduction of the document names all forms. */
function askForOneFormOfCredentials() {
  const { clientId, clientSecret } = specification.components.securitySchemes;
  specification.components.securitySchemes = { clientId, clientSecret };
  specification.security = [{ clientId: [], clientSecret: [] }];
  for (const operation of Object.values(specification.paths).flatMap(Object.values)) delete operation.security;
}

function shortenCommonAnswers({ responses }) {
  for (const [status, { $ref }] of Object.entries(responses)) {
    if ($ref) responses[status] = { description: specification.components.responses[status].description };
  }
}

function fillInWhatIsRequired({ requestBody }) {
  const form = requestBody?.content['application/x-www-form-urlencoded'];
  for (const [name, field] of Object.entries(form?.schema.properties ?? {})) {
    field.examples = [form.examples.minimal.value[name] ?? ''];
  }
}

/** Sends requests to the origin of this page, because the browser may not reach the public address of the service. */
function sendToThisOrigin(request) {
  const { pathname, search } = new URL(request.url);
  return Object.assign(request, { url: location.origin + pathname + search });
}

function fillInDemoKey() {
  if (!keyId) return;
  viewer.preauthorizeApiKey('clientId', keyId);
  viewer.preauthorizeApiKey('clientSecret', keySecret);
}
