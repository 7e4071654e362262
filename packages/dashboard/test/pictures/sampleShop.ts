import type { TestDashboard } from "../support/startDashboard.js"

type Telemark = TestDashboard["telemark"]

/** Always the same numbers from 0 to below 1. */
const makeRandom = (seed: number) => () => {
  seed = (seed * 16_807) % 2_147_483_647
  return seed / 2_147_483_647
}

const names = [
  "ada",
  "grace",
  "linus",
  "margaret",
  "dennis",
  "barbara",
  "donald",
  "frances",
  "edsger",
  "radia",
  "john",
  "katherine",
  "tony",
  "adele",
  "ken",
  "jean"
]
const hosts = ["example.com", "example.org", "example.net", "mail.example.com"]

/** A mail of the shop. */
export const shopMail = (
  title: string,
  text: string
): string => `<!doctype html><html><body style="margin:0;background:#f3f4f6;font-family:Helvetica,Arial,sans-serif;color:#1f2933">
<table role="presentation" width="100%"><tr><td align="center" style="padding:32px 12px"><table role="presentation" width="100%" style="max-width:520px;background:#ffffff;border-radius:8px">
<tr><td style="padding:28px 32px 8px;font-size:13px;color:#0b6b5d;font-weight:bold">NORDLICHT BIKES</td></tr>
<tr><td style="padding:0 32px"><h1 style="font-size:22px;margin:8px 0 12px">${title}</h1><p style="font-size:15px;line-height:1.6;margin:0 0 20px">${text}</p>
<p style="margin:0 0 28px"><a href="https://shop.example/orders/1042" style="background:#0b6b5d;color:#ffffff;padding:11px 20px;border-radius:6px;text-decoration:none;font-size:15px">View your order</a></p></td></tr>
<tr><td style="padding:16px 32px 28px;border-top:1px solid #e5e7eb;font-size:12px;color:#6b7280">Nordlicht Bikes, Hafenstraße 7, 24103 Kiel</td></tr></table></td></tr></table></body></html>`

const mails = [
  {
    kind: "receipt",
    subject: (n: number) => `Your receipt ${String(n)}`,
    html: (n: number) =>
      shopMail(
        `Thank you for order ${String(n)}`,
        "We have packed your order. It leaves our workshop today, and you get another mail with its tracking number."
      )
  },
  {
    kind: "password",
    subject: () => "Set a new password",
    html: () =>
      shopMail(
        "Set a new password",
        "Somebody asked for a new password for your account. The link works for one hour. If it wasn't you, ignore this mail."
      )
  },
  {
    kind: "shipping",
    subject: (n: number) => `Order ${String(n)} is on its way`,
    html: (n: number) =>
      shopMail(
        `Order ${String(n)} is on its way`,
        "Your parcel was handed over to the carrier and arrives on Thursday or Friday."
      )
  }
] as const

/**
 * Sends what a shop sends in some days: receipts, passwords and news of parcels, of which most
 * arrive.
 */
export const sendSampleMail = async (
  { advance, emails, feedback, now }: Telemark,
  days: number
): Promise<void> => {
  const random = makeRandom(1042)
  const end = now().getTime() + days * 86_400_000
  let order = 1042
  while (now().getTime() < end - 3_600_000) {
    const hour = now().getUTCHours()
    await advance(Math.round(1000 * (300 + random() * (hour < 6 ? 9000 : 2400))))
    const mail = mails[Math.floor(random() * mails.length)] ?? mails[0]
    order++
    const to = names
      .slice(0, 1 + Math.floor(random() * 6))
      .map(
        (name, index) => `${name}.${String(order)}@${hosts[index % hosts.length] ?? "example.com"}`
      )
    const { queued } = await emails.send({
      to,
      subject: mail.subject(order),
      html: mail.html(order),
      tags: { kind: mail.kind }
    })
    await advance("2 seconds")
    for (const { id } of queued) {
      const luck = random()
      if (luck < 0.02)
        await feedback.record(id, { kind: "bounced", failure_code: "invalid_recipient" })
      else if (luck < 0.96) {
        await feedback.record(id, { kind: "delivered" })
        if (luck < 0.5) await feedback.record(id, { kind: "opened" })
      }
    }
  }
  await advance(new Date(end))
}
