import type { EmailEvent } from "@telemark/contract"
import type { Telemark } from "telemark"

interface App {
  readonly signUp: (address: string) => Promise<void>
  readonly isReachable: (address: string) => boolean
  readonly onWebhook: (request: Request) => Promise<Response>
  readonly onEvent: (event: EmailEvent) => Promise<void>
}

export declare const makeApp: (
  telemark: Telemark,
  settings?: Readonly<Record<string, string>>
) => App
