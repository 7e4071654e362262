/** A message that came back, and what it is to be read as. */
export interface KnownBounce {
  readonly name: string
  readonly source: string | Uint8Array
  /**
   * For each report its kind, verdict (of bounces), recipient (`nobody` if it names none) and
   * message (`ours`, a Message-ID in angle brackets, or `none`); or `ignored` and the reason, or
   * `unknown`.
   */
  readonly expected: ReadonlyArray<string>
}

/** The id of the message that most of them are about. */
export const id = "em_0199a1b2c3d47e5f8a6b7c8d9e0f1a2b"

/** With the line ends of SMTP. */
export const crlf = (text: string): string => text.replace(/\r?\n/g, "\r\n")

export const base64 = (text: string | Uint8Array): string =>
  Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n")

/** The header of the message that was sent, as reports return it. */
export const sentHeader = (recipient: string, messageId = `<${id}@shop.example>`): string =>
  `Received: from shop.example (shop.example [192.0.2.9])
\tby mail.relay.example (Postfix) with ESMTPS id 4XyZ12
\tfor <${recipient}>; Mon, 23 Nov 2026 10:00:00 +0000 (UTC)
From: Shop <orders@shop.example>
To: ${recipient}
Subject: Your order 550 5.1.1 is on its way
Date: Mon, 23 Nov 2026 10:00:00 +0000
Message-ID: ${messageId}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
`
