import { EndpointsContext, ofOperator } from "./endpointsOf.js"
import WebhooksPage from "./WebhooksPage.js"

/** The same page, about the operator's endpoints. */
const OperatorWebhooksPage = () => (
  <EndpointsContext.Provider value={ofOperator}>
    <WebhooksPage />
  </EndpointsContext.Provider>
)

export default OperatorWebhooksPage
