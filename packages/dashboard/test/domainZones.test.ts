import { describe, expect, it } from "vitest"
import { inZone, zonesOf } from "../app/Domains/zone.js"

describe("the zone of a domain's records", () => {
  it.each([
    ["example.com", ["example.com"]],
    ["mail.example.com", ["example.com", "mail.example.com"]],
    ["a.b.example.com", ["example.com", "b.example.com", "a.b.example.com"]],
    ["shop.co.uk", ["shop.co.uk"]],
    ["mail.shop.com.au", ["shop.com.au", "mail.shop.com.au"]],
    ["mail.example.de", ["example.de", "mail.example.de"]],
    ["localhost", ["localhost"]]
  ])("of %s is one of %j, the likely one first", (domain, zones) => {
    expect(zonesOf(domain)).toEqual(zones)
  })

  it.each([
    ["example.com", "example.com", "@"],
    ["_dmarc.mail.example.com", "example.com", "_dmarc.mail"],
    ["_dmarc.mail.example.com", "mail.example.com", "_dmarc"],
    ["notexample.com", "example.com", "notexample.com"]
  ])("names %s in %s %s", (host, zone, name) => {
    expect(inZone(host, zone)).toBe(name)
  })
})
