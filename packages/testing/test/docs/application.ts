import { verifyWebhook } from "@telemark/client"
import type { Telemark } from "telemark"

/**
 * What `makeApp` of the documentation stands for: an application that welcomes who signs up, and
 * notes who can't be reached.
 */
export const makeApp = (
  telemark: Telemark,
  { webhookSecret = "" }: Readonly<Record<string, string>> = {}
) => {
  const unreachable = new Set<string>()
  telemark.on("email.bounced", ({ data }) => {
    unreachable.add(data.recipient)
  })
  return {
    signUp: async (address: string): Promise<void> => {
      await telemark.emails.send({
        to: address,
        subject: "Welcome",
        html: '<a href="https://shop.example/confirm">Confirm</a>'
      })
    },
    isReachable: (address: string): boolean => !unreachable.has(address),
    onWebhook: async (request: Request): Promise<Response> => {
      const isOurs = await verifyWebhook(await request.text(), request.headers, webhookSecret).then(
        () => true,
        () => false
      )
      return new Response(null, { status: isOurs ? 204 : 400 })
    }
  }
}
