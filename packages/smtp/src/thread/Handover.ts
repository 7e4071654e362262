import type { DeliveryOutcome, MessageBody, MessageLinks, OutgoingMessage } from "@telemark/core"
import type { LogLevel } from "effect"
import type { SmtpOptions } from "../conversation/route.js"

/** What messages share crosses once, under a number by which they name it. */
export interface Shared<Value> {
  readonly added: ReadonlyArray<readonly [number, Value]>
  /** Numbers that no message names from now on. */
  readonly forgotten: ReadonlyArray<number>
}

/** An opened key, with its text. */
export interface PlainKey {
  readonly domain: string
  readonly selector: string
  readonly algorithm: "rsa" | "ed25519"
  readonly private_key: string
}

/** How the addresses of clicks end, by target: a function can't cross. */
export type ClickEnds = ReadonlyMap<string, string>

/** A message as it crosses. What it shares with others is a number. */
export interface Handover {
  readonly number: number
  readonly own: Omit<OutgoingMessage, "attachments" | "body" | "links" | "signing">
  readonly body: number
  readonly files: number | undefined
  readonly signing: ReadonlyArray<number>
  readonly links:
    | {
        readonly pixel: MessageLinks["pixel"]
        readonly unsubscribe: MessageLinks["unsubscribe"]
        readonly click: { readonly start: string; readonly ends: number } | undefined
      }
    | undefined
}

/** What one turn of the event loop hands to the thread. */
export interface ToThread {
  readonly bodies: Shared<MessageBody>
  readonly files: Shared<OutgoingMessage["attachments"]>
  readonly keys: Shared<PlainKey>
  readonly ends: Shared<ClickEnds>
  readonly messages: ReadonlyArray<Handover>
  /** Messages that are to end if nothing of them was sent. */
  readonly withdrawn: ReadonlyArray<number>
  /** Nothing comes after it: connections are closed. */
  readonly isLast: boolean
}

export interface LogLine {
  readonly level: LogLevel.Severity
  readonly message: ReadonlyArray<unknown>
}

/** What one turn of the thread's event loop answers. The first answer says that it runs. */
export interface FromThread {
  /** Undefined: the message was withdrawn. */
  readonly outcomes: ReadonlyArray<readonly [number, DeliveryOutcome | undefined]>
  readonly logs: ReadonlyArray<LogLine>
}

/** What the thread begins with: times in milliseconds, secrets as text. */
export type ThreadOptions = Omit<SmtpOptions, "thread" | "url"> & { readonly url: string }
