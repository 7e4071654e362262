import { describe, expect, it } from "vitest"
import { ownServerLimits } from "../../src/delivery/routes/throttle.js"

describe("the maximum load of a tenant's own server", () => {
  it.each([
    "smtp.office365.com",
    "SMTP.Office365.COM",
    "smtp.office365.com.",
    "outlook.office365.com",
    "smtp-mail.outlook.com",
    "contoso.mail.protection.outlook.com",
    "smtp.office365.us",
    "outlook-dod.office365.us",
    "smtp.partner.outlook.cn",
    "partner.outlook.cn",
    "outlook.com"
  ])("is 3 connections and a message every 2 s for Microsoft 365 at %s", (host) => {
    expect(ownServerLimits(host)).toStrictEqual({ concurrency: 3, interval: 2000 })
  })

  it.each([
    "mail.example.com",
    "notoutlook.com",
    "notoffice365.us",
    "outlook.com.example.com",
    "office365.cn",
    "192.0.2.1",
    ""
  ])("is 5 connections and no pause for %j", (host) =>
    expect(ownServerLimits(host)).toStrictEqual({ concurrency: 5, interval: 0 })
  )
})
