import type { SendRequest } from "@telemark/contract"

export declare const request: SendRequest
