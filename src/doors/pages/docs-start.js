/** Starts the viewer in the browser, on a document that is shaped for it. */
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
  // Empty fields are left out: sending them would take away what is stored.
  plugins: [{ components: { ParameterIncludeEmpty: () => null } }],
  requestInterceptor: sendToThisOrigin,
  onComplete: fillInDemoKey,
});

/** The introduction names them all. */
function askForOneFormOfCredentials() {
  const { clientId, clientSecret } = specification.components.securitySchemes;
  specification.components.securitySchemes = { clientId, clientSecret };
  specification.security = [{ clientId: [], clientSecret: [] }];
  for (const operation of Object.values(specification.paths).flatMap(Object.values)) delete operation.security;
}

/** What any path may answer takes one line. */
function shortenCommonAnswers({ responses }) {
  for (const [status, { $ref }] of Object.entries(responses)) {
    if ($ref) responses[status] = { description: specification.components.responses[status].description };
  }
}

function fillInWhatIsRequired({ requestBody }) {
  const form = requestBody?.content['application/x-www-form-urlencoded'];
  for (const [name, field] of Object.entries(form?.schema.properties ?? {})) {
    field.examples = [form.examples.least.value[name] ?? ''];
  }
}

/** The service may be reached under another address than its public one. */
function sendToThisOrigin(request) {
  const { pathname, search } = new URL(request.url);
  return Object.assign(request, { url: location.origin + pathname + search });
}

function fillInDemoKey() {
  if (!keyId) return;
  viewer.preauthorizeApiKey('clientId', keyId);
  viewer.preauthorizeApiKey('clientSecret', keySecret);
}
