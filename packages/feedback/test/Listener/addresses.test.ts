import { describe, expect, it } from "vitest"
import { addressGroup, Admission } from "@telemark/smtp"

describe("a client", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    [undefined, ""]
  ])("at %s is %s", (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })
})

describe("connections", () => {
  const make = () =>
    new Admission({ connections: 3, connectionsPerAddress: 2, connectionsPerMinute: 4 })

  it("are limited for each address and in all, and free their places", () => {
    const admission = make()
    const enter = (address: string) => admission.enter(address, 0)
    const first = enter("192.0.2.1")
    expect(first).toMatchObject({ _tag: "Admitted", address: "192.0.2.1" })
    expect(
      ["192.0.2.1", "192.0.2.1", "2001:db8::1", "192.0.2.2"].map((address) => enter(address)._tag)
    ).toEqual(["Admitted", "Refused", "Admitted", "Refused"])
    if (first._tag === "Admitted") {
      first.leave()
      first.leave()
    }
    expect([enter("192.0.2.2"), enter("192.0.2.3")]).toMatchObject([
      { _tag: "Admitted" },
      { _tag: "Refused", limit: "connections" }
    ])
  })

  it("of one address, or of one IPv6 network, are limited in a minute", () => {
    const admission = make()
    const visit = (address: string, now: number) => {
      const admitted = admission.enter(address, now)
      if (admitted._tag === "Admitted") admitted.leave()
      return admitted._tag === "Refused" ? admitted.limit : "admitted"
    }
    const four = ["1", "2", "3", "4"].map((end) => visit(`2001:db8::${end}`, 0))
    expect([
      ...four,
      visit("2001:db8::5", 0),
      visit("2001:db8:0:1::5", 0),
      visit("2001:db8::5", 15_000),
      visit("2001:db8::5", 15_000)
    ]).toEqual([
      "admitted",
      "admitted",
      "admitted",
      "admitted",
      "connections_per_minute",
      "admitted",
      "admitted",
      "connections_per_minute"
    ])
  })
})
