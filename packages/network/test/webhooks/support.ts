import { type WebhookAnswer, type WebhookCall, WebhookCaller } from "@telemark/core"
import {
  layerNetworkGuard,
  layerWebhookCallerWith,
  type NetworkGuardOptions,
  type WebhookCallerOptions
} from "@telemark/network"
import { Context, Effect, Layer, Redacted } from "effect"
import { generate } from "selfsigned"

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
export const formerSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs="

export const body = JSON.stringify({
  id: "evt_1",
  type: "email.sent",
  created_at: "2026-11-22T09:00:00.000Z",
  data: { subject: "Größe 🎿" }
})

export const makeCall = (url: string, call: Partial<WebhookCall> = {}): WebhookCall => ({
  endpoint_id: 1,
  url,
  event_id: "evt_1",
  body,
  secrets: [Redacted.make(secret)],
  ...call
})

/** A caller that may reach the loopback, open until the scope ends; patient if nothing is said. */
export const caller = (
  options: WebhookCallerOptions = {},
  guard: NetworkGuardOptions = { allow: ["127.0.0.1"] }
) =>
  Effect.map(
    Layer.build(
      Layer.provide(
        layerWebhookCallerWith({ timeoutMillis: 600_000, ...options }),
        layerNetworkGuard(guard)
      )
    ),
    (context) => Context.get(context, WebhookCaller)
  )

/** The status of an answer, or why none came. */
export const outcomeOf = (answer: WebhookAnswer): number | string =>
  answer._tag === "Answered" ? answer.status : answer.reason

/** A fresh key and certificate for this name, signed by itself. */
export const makeCertificate = async (
  name = "localhost",
  validity: { readonly notBeforeDate?: Date; readonly notAfterDate?: Date } = {}
) => {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    ...validity,
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [/^[\d.]+$/.test(name) ? { type: 7, ip: name } : { type: 2, value: name }]
      }
    ]
  })
  return { cert, key }
}
