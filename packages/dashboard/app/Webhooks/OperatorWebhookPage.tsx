import { EndpointsContext, ofOperator } from "./endpointsOf.js"
import WebhookPage from "./WebhookPage.js"

/** The same page, about the operator's endpoints. */
const OperatorWebhookPage = () => (
  <EndpointsContext.Provider value={ofOperator}>
    <WebhookPage />
  </EndpointsContext.Provider>
)

export default OperatorWebhookPage
