import { verifyWebhook, WebhookVerificationFailed } from "@telemark/client"

/** Takes the webhooks of a Telemark elsewhere, and tells of addresses that mail bounced from. */
export const makeHook =
  (secret: string, onBounce: (email: string) => void) =>
  async (request: Request): Promise<Response> => {
    try {
      const event = await verifyWebhook(await request.arrayBuffer(), request.headers, secret)
      if (event.type === "email.bounced") onBounce(event.data.recipient)
      return new Response(null, { status: 204 })
    } catch (error) {
      if (error instanceof WebhookVerificationFailed)
        return new Response(error.message, { status: 400 })
      throw error
    }
  }
