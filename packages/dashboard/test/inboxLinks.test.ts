import { describe, expect, it } from "vitest"
import { findLinks, maxDifferent, maxLinks, maxRead } from "../app/Inbox/findLinks.js"
import { linkProblem } from "../app/Inbox/linkProblem.js"

describe("what is wrong with a link", () => {
  it.each([
    ["https://shop.example/orders/1042?a=1#x", undefined],
    ["HTTPS://Shop.example", undefined],
    ["https://user:secret@shop.example:8443/", undefined],
    ["https://shop.example/nullable/undefined-behaviour", undefined],
    ["https://93.184.216.34/", undefined],
    ["https://10.example/", undefined],
    ["mailto:help@shop.example?subject=Hi", undefined],
    ["tel:+47 22 00 00 00", undefined],
    ["sms:+4722000000", undefined],
    ["{{unsubscribe_url}}", undefined],
    ["{{ preferences_url }}", undefined],
    ["", "empty"],
    [" \n\t", "empty"],
    ["{{order_url}}", "placeholder"],
    ["https://shop.example/{{id}}", "placeholder"],
    ["https://shop.example/%7B%7Bid%7D%7D", "placeholder"],
    ["https://shop.example/*|ID|*", "placeholder"],
    ["https://shop.example/${id}", "placeholder"],
    ["https://shop.example/orders/undefined", "placeholder"],
    ["https://shop.example/?order=null&a=1", "placeholder"],
    ["#", "fragment"],
    ["#terms", "fragment"],
    ["/orders/1042", "relative"],
    ["orders", "relative"],
    ["//shop.example/x", "relative"],
    ["www.shop.example", "relative"],
    ["shop.example:8080/x", "relative"],
    ["javascript:alert(1)", "script"],
    ["  JaVa\nScript:alert(1)", "script"],
    ["\u0001javascript:alert(1)", "script"],
    ["vbscript:x", "script"],
    ["data:text/html,<b>x</b>", "file"],
    ["file:///etc/hosts", "file"],
    ["https://", "noHost"],
    ["https:///orders", "noHost"],
    ["https:?a=1", "noHost"],
    ["https://shop example/", "malformed"],
    ["https://shop.example:99999/", "malformed"],
    ["http://localhost:3000/x", "local"],
    ["localhost:3000/x", "local"],
    ["https://app.localhost./", "local"],
    ["http://127.0.0.1/", "local"],
    ["http://0x7f.1/", "local"],
    ["http://2130706433/", "local"],
    ["http://[::1]/", "local"],
    ["http://0.0.0.0/", "local"],
    ["https://10.1.2.3/", "private"],
    ["https://172.20.0.1/", "private"],
    ["https://192.168.1.1/", "private"],
    ["https://[fd00::1]/", "private"],
    ["https://intranet/", "private"],
    ["https://nas.local/", "private"],
    ["http://shop.example/", "insecure"],
    ["mailto:", "noAddress"],
    ["mailto:?subject=Hi", "noAddress"],
    ["mailto:help", "noAddress"],
    ["tel:", "noAddress"],
    ["ftp://shop.example/", "scheme"]
  ])("%j: %s", (address, problem) => {
    expect(linkProblem(address)).toBe(problem)
  })
})

describe("the links of a mail", () => {
  it("are those of html and text, equal ones once, those with a problem first", () => {
    const html = `<a href="https://shop.example/?a=1&amp;b=2">Your <b>order</b></a> <a href='https://shop.example/?a=1&amp;b=2'>again</a>
      <A HREF="#"><img alt="Logo &amp; more" src="x"></A><a name="top">top</a><a class="button">Pay</a><!-- <a href="http://no.example">no</a> --><style>a{}</style><map><area href="http://map.example/" alt="Map"></map>`
    const { isCut, links, problems, total } = findLinks({
      html,
      text: "See https://shop.example/x. Or (http://old.example/) or write to mailto:help@shop.example, or http://old.example/!"
    })
    expect(
      links.map(({ address, count, label, problem, where }) => [
        address,
        label,
        where,
        count,
        problem
      ])
    ).toEqual([
      ["#", "Logo & more", "html", 1, "fragment"],
      ["", "Pay", "html", 1, "empty"],
      ["http://map.example/", "Map", "html", 1, "insecure"],
      ["http://old.example/", "", "text", 2, "insecure"],
      ["https://shop.example/?a=1&b=2", "Your order", "html", 2, undefined],
      ["https://shop.example/x", "", "text", 1, undefined],
      ["mailto:help@shop.example", "", "text", 1, undefined]
    ])
    expect([isCut, problems, total]).toEqual([false, 4, 7])
  })

  it("are none of a mail without any, or without content", () => {
    expect(findLinks({ html: null, text: null })).toEqual({
      links: [],
      total: 0,
      problems: 0,
      isCut: false
    })
    expect(findLinks({ html: "<p>Hello", text: "" }).total).toBe(0)
  })

  it("are counted as far as they were looked at, which is said", () => {
    const many = (count: number): string =>
      Array.from(
        { length: count },
        (_, index) => `<a href="https://x.example/${String(index)}">x</a>`
      ).join("")
    expect(findLinks({ html: many(maxDifferent), text: null })).toMatchObject({
      total: maxDifferent,
      isCut: false
    })
    expect(findLinks({ html: many(maxDifferent + 1), text: null })).toMatchObject({
      total: maxDifferent,
      isCut: true
    })
    expect(findLinks({ html: null, text: "x".repeat(maxRead + 1) })).toMatchObject({
      total: 0,
      isCut: true
    })
  })

  it.each([
    [
      "many",
      Array.from(
        { length: 20_000 },
        (_, index) => `<a href="http://x${String(index)}.example/">${String(index)}</a>`
      ).join("")
    ],
    ["nothing but openings", "<a href='".repeat(200_000)],
    ["one that never ends", `<a href="${"a".repeat(2_000_000)}`],
    ["rows", `<table>${"<tr><td><a href='#'>1</a><td>2".repeat(60_000)}</table>`]
  ])("are found, however long the mail: %s", (_name, html) => {
    // By the square of what is looked through it would take minutes.
    const { isCut, links } = findLinks({
      html,
      text: `${"http://".repeat(150_000)}${"!".repeat(100_000)}`
    })
    expect(links.length).toBeLessThanOrEqual(maxLinks)
    expect(isCut).toBe(true)
  })
})
