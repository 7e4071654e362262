import { verifyWebhook, WebhookVerificationFailed } from "@telemark/client"
import { createServer } from "node:http"

const rawBody = async (request) => {
  const parts = []
  for await (const part of request) parts.push(part)
  // What was signed is these bytes: a parsed body would not do.
  return Buffer.concat(parts)
}

/**
 * Another application, which gets events of mail by webhooks. `secretOf` returns the endpoint's secret.
 */
export const createReceiver = (secretOf, take) => {
  const receive = async (request, response) => {
    const event = await verifyWebhook(await rawBody(request), request.headers, secretOf())
    take(event)
    response.writeHead(204).end()
  }
  return createServer((request, response) => {
    receive(request, response).catch((error) => {
      response.writeHead(error instanceof WebhookVerificationFailed ? 400 : 500).end(error.message)
    })
  })
}
