// What the reader of any page has: an application with customers, orders and a place for what it
// learns.
import type { Telemark } from "telemark"

export declare const telemark: Telemark
export declare const customers: { readonly markUnreachable: (address: string) => Promise<void> }
export declare const crm: { readonly record: (...facts: ReadonlyArray<unknown>) => Promise<void> }
export declare const url: string
export declare const id: string
export declare const password: string
