type Source = (octets: number) => Buffer

/** A message of so many octets that repeats something after its header. */
const repeated =
  (header: string, unit: string): Source =>
  (octets) =>
    Buffer.from(header + unit.repeat(Math.ceil((octets - header.length) / unit.length))).subarray(
      0,
      octets
    )

const mixed = (type: string) =>
  `From: MAILER-DAEMON@x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nhi\n--b\nContent-Type: ${type}\n\n`
const report =
  "Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n"
const prose = "From: MAILER-DAEMON@x\nSubject: failure notice\n\n"
const base64 =
  "From: MAILER-DAEMON@x\nSubject: failure notice\nContent-Transfer-Encoding: base64\n" +
  "Content-Type: text/plain; format=flowed; delsp=yes\n\n"

/** What is made to take a reader of messages long, at whatever length. */
export const hostileMessages: ReadonlyArray<readonly [name: string, source: Source]> = [
  ["line ends", repeated("Subject: x\n\n", "\n")],
  ["short lines", repeated(prose, "a\n")],
  ["empty parts", repeated("Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\n")],
  ["nested parts", repeated("", "Content-Type: multipart/mixed; boundary=b\n\n--b\n")],
  ["unclosed tags", repeated(mixed("text/html"), "<a href='x")],
  ["unclosed tags of a type in quotes", repeated(mixed('te"xt"/ht\\ml'), "<a href='x")],
  [
    "unclosed tags of a type with a comment, on the next line",
    repeated(mixed("\n\ttext/ht(x)ml"), "<a href='x")
  ],
  [
    "unclosed tags alone",
    repeated(
      "From: MAILER-DAEMON@x\nSubject: failure notice\nContent-Type: text/html\n\n",
      "<a href='x"
    )
  ],
  [
    "hidden tags",
    repeated(
      "From: MAILER-DAEMON@x\nSubject: failure notice\nContent-Type: text/html\n\n",
      "<style><p>"
    )
  ],
  [
    "entities",
    repeated("From: MAILER-DAEMON@x\nSubject: failure notice\nContent-Type: text/html\n\n", "&#1")
  ],
  [
    "fields of a report",
    repeated(report, "Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n\n")
  ],
  [
    "folded lines",
    repeated(
      `${report}Final-Recipient: rfc822; a@b.example\nAction: failed\nDiagnostic-Code: smtp;`,
      " 550\n"
    )
  ],
  [
    "one endless field",
    repeated(
      `${report}Final-Recipient: rfc822; a@b.example\nAction: failed\nDiagnostic-Code: smtp; `,
      "550-5.1.1 no "
    )
  ],
  ["an endless recipient", repeated(`${report}Final-Recipient: rfc822; `, "\\x{41}")],
  ["an endless reply", repeated(prose, "550 5.1.1 ")],
  ["numbers that are no codes", repeated(prose, "at 550 hours, ")],
  ["addresses", repeated(`${prose}550 no `, "a@b.example ")],
  ["what is nearly an address", repeated(`${prose}550 no `, "a@b-")],
  ["stages", repeated(prose, "in reply to data ")],
  ["blanks", repeated(prose, " ")],
  ["dashes", repeated(prose, "-")],
  ["quotes and comments in a header", repeated("From: ", '"(<,')],
  ["encoded words", repeated("Subject: ", "=?utf-8?q?a?= ")],
  [
    "failed recipients",
    (octets) =>
      repeated(
        "From: MAILER-DAEMON@x\nX-Failed-Recipients: ",
        "a@b.example,"
      )(octets).fill("\n\n550 no such user", octets - 18)
  ],
  [
    "base64 of short flowed lines",
    (octets) =>
      Buffer.from(
        base64 + Buffer.from("a \n".repeat(Math.round(octets / 4.4))).toString("base64")
      ).subarray(0, octets)
  ],
  [
    "a vast boundary, nearly met",
    repeated(
      `Content-Type: multipart/mixed; boundary=${"-".repeat(1_000)}\n\n`,
      `${"-".repeat(1_000)}\n`
    )
  ]
]
