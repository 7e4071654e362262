import type { SendRequest } from "@telemark/core"

export declare const request: SendRequest
