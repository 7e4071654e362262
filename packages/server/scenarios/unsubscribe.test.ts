import { freePort } from "@telemark-tools/connections"
import type { SuppressionCheck, TimelineEntry } from "@telemark/core"
import type { ReceivedMail } from "@telemark/testing"
import { describe, expect, it } from "vitest"
import { databases } from "./databases.js"
import { hasDkimpy } from "./dkimpy.js"
import { startDomainServer } from "./domainServer.js"
import { eventually } from "./harness.js"
import { idOf } from "./mails.js"
import { submit } from "./postfixServer.js"

/** The address that mail names; a proxy with TLS would stand there. */
const publicUrl = "https://mail.shop.example"

const fieldOf = ({ source }: ReceivedMail, name: string): string =>
  new RegExp(`^${name}:((?:.*\r\n[ \t])*.*)\r\n`, "im")
    .exec(source.toString("latin1"))?.[1]
    ?.replace(/\r\n[ \t]+/g, " ")
    .trim() ?? ""

const signedFieldsOf = (mail: ReceivedMail): ReadonlyArray<string> =>
  (/\bh=([^;]+)/.exec(fieldOf(mail, "DKIM-Signature"))?.[1] ?? "")
    .toLowerCase()
    .replace(/\s/g, "")
    .split(":")

const multipart =
  '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'

describe.each(databases)("unsubscribing on %s", (_, makeUrl) => {
  it.each([
    ["urlencoded", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    ["multipart", "multipart/form-data; boundary=b", multipart]
  ])(
    "by one click (%s) stops mail on the topic alone, until it is undone",
    async (_name, type, body) => {
      const bouncePort = await freePort()
      const { addAndPublish, client, judge, judgeByDkimpy, peer, server } = await startDomainServer(
        await makeUrl(),
        {
          TELEMARK_PUBLIC_URL: publicUrl,
          TELEMARK_RETURN_PATH_HOST: "bounce.shop.example",
          TELEMARK_BOUNCE_PORT: String(bouncePort),
          TELEMARK_BOUNCE_HOST: "127.0.0.1"
        }
      )
      await addAndPublish("shop.example")
      expect((await client.post("/domains/shop.example/verify", undefined)).body).toMatchObject({
        ready_to_send: true
      })
      await client.post("/topics", { id: "newsletter", name: "Newsletter" })
      const newsletter = {
        to: "ada@example.com",
        from: "shop@shop.example",
        topic: "newsletter",
        subject: "News",
        html: '<p>News</p><p><a href="{{unsubscribe_url}}">No more</a></p>'
      }
      const reset = {
        to: "ada@example.com",
        from: "shop@shop.example",
        subject: "Your new password",
        text: "Here it is."
      }
      const send = async (request: typeof newsletter | typeof reset) => {
        const { body: sent, status } = await client.send(request)
        expect([status, sent.warnings]).toEqual([201, undefined])
        const id = sent.queued[0]?.id ?? ""
        await peer.until(({ mails }) => mails.some((mail) => idOf(mail) === id))
        await eventually(async () => {
          expect((await client.email(id)).status).toBe("sent")
        })
        return { id, mail: peer.mails.find((one) => idOf(one) === id) as ReceivedMail }
      }
      const { id, mail } = await send(newsletter)

      const [, page = "", mailto = ""] =
        /^<([^>]+)>, <(mailto:[^>]+)>$/.exec(fieldOf(mail, "List-Unsubscribe")) ?? []
      expect(page).toMatch(/^https:\/\/mail\.shop\.example\/u\/[\w-]+$/)
      expect(mailto).toMatch(/^mailto:u\+[a-z2-7]{39}@bounce\.shop\.example\?subject=unsubscribe$/)
      expect(fieldOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click")
      expect(signedFieldsOf(mail)).toEqual(
        expect.arrayContaining(["list-unsubscribe", "list-unsubscribe-post"])
      )
      expect(await judge(mail.source)).toMatchObject({
        dkim: [{ result: "pass", domain: "shop.example" }],
        dmarc: "pass"
      })
      const forged = mail.source
        .toString("latin1")
        .replace("https://mail.shop.example/u/", "https://mail.elsewhere.example/u/")
      expect(await judge(Buffer.from(forged, "latin1"))).not.toMatchObject({
        dkim: [{ result: "pass" }]
      })
      if (hasDkimpy()) {
        expect(await judgeByDkimpy(mail.source)).toEqual([true])
        expect(await judgeByDkimpy(Buffer.from(forged, "latin1"))).toEqual([false])
        const lacking = mail.source.toString("latin1").replace(/^List-Unsubscribe-Post:.*\r\n/m, "")
        expect(await judgeByDkimpy(Buffer.from(lacking, "latin1"))).toEqual([false])
      }

      // Without the proxy, the same paths.
      const own = page.replace(publicUrl, server.url.replace(/\/v1$/, ""))
      for (const path of [own, `${own}?utm_source=scanner`, `${own}/preferences`]) {
        for (const method of ["GET", "HEAD"])
          expect((await fetch(path, { method })).status).toBe(200)
      }
      const check = async () =>
        (await client.get<SuppressionCheck>("/suppressions/check/ada@example.com")).body
      expect(await check()).toMatchObject({ suppressed: false, topics: [] })

      for (let time = 0; time < 2; time++) {
        const answer = await fetch(own, {
          method: "POST",
          body,
          headers: { "content-type": type },
          redirect: "error"
        })
        expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null])
      }
      expect(await check()).toMatchObject({
        suppressed: false,
        topics: [{ topic: "newsletter", reason: "unsubscribe" }]
      })
      const { body: timeline } = await client.get<{ readonly data: ReadonlyArray<TimelineEntry> }>(
        `/emails/${id}/events`
      )
      expect(timeline.data.map((event) => event.type)).toEqual(["email.sent", "email.unsubscribed"])
      expect((await client.send(newsletter)).body).toMatchObject({
        queued: [],
        suppressed: ["ada@example.com"]
      })

      const { mail: password } = await send(reset)
      expect(fieldOf(password, "List-Unsubscribe")).toBe("")

      expect(
        (await fetch(own, { method: "POST", body: new URLSearchParams({ do: "undo" }) })).status
      ).toBe(200)
      expect(await check()).toMatchObject({ topics: [] })

      // By mail.
      const { mail: second } = await send(newsletter)
      const address = /<mailto:([^?>]+)/.exec(fieldOf(second, "List-Unsubscribe"))?.[1] ?? ""
      expect(
        await submit(
          bouncePort,
          address,
          "Auto-Submitted: auto-replied\r\nSubject: Out of office\r\n\r\n",
          "ada@example.com"
        )
      ).toMatch(/^250 /)
      expect(await submit(bouncePort, address, "Subject: unsubscribe\r\n\r\n")).toMatch(/^250 /)
      expect(await check()).toMatchObject({ topics: [] })
      expect(
        await submit(bouncePort, address, "Subject: unsubscribe\r\n\r\n", "ada@example.com")
      ).toMatch(/^250 /)
      expect(await check()).toMatchObject({
        suppressed: false,
        topics: [{ topic: "newsletter", reason: "unsubscribe" }]
      })
      await expect(
        submit(
          bouncePort,
          address.replace(/.{3}@/, "aaa@"),
          "Subject: unsubscribe\r\n\r\n",
          "ada@example.com"
        )
      ).rejects.toThrow(/550/)
    }
  )
})
