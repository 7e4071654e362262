import { describe, expect, it } from "vitest"
import { judgeHit } from "../../src/tracking/judgeHit.js"

const person =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
const later = { age: 60_000, links: 1 }

describe("an open", () => {
  it.each([
    ["Mozilla/5.0", "mail_privacy"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0",
      "prefetch"
    ]
  ])("by %s is a program's", (agent, reason) => {
    expect(judgeHit({ kind: "open", agent, ...later })).toBe(reason)
  })

  it.each([
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
    "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html",
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0",
    "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17628; Pro)",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246",
    "",
    person
  ])("by %s is a person's", (agent) => {
    expect(judgeHit({ kind: "open", agent, age: 100, links: 9 })).toBeUndefined()
  })
})

describe("a click", () => {
  it.each([
    "Barracuda Sentinel (EE)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
    "Microsoft Office Existence Discovery",
    "curl/8.5.0",
    "python-requests/2.32.0",
    "Go-http-client/1.1",
    "Wget/1.21",
    "Slackbot-LinkExpanding 1.0",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36"
  ])("by %s is a program's", (agent) => {
    expect(judgeHit({ kind: "click", agent, ...later })).toBe("scanner")
  })

  it.each([
    person,
    "Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
    "Mozilla/5.0",
    "Lynx/2.9.0",
    "w3m/0.5.3"
  ])("by %s is a person's", (agent) => {
    expect(judgeHit({ kind: "click", agent, ...later })).toBeUndefined()
  })

  it("without a name, within 2 s of the message's acceptance, or with two other links within 2 s is a program's", () => {
    expect(judgeHit({ kind: "click", agent: "", ...later })).toBe("no_agent")
    expect(judgeHit({ kind: "click", agent: person, age: 1999, links: 1 })).toBe("at_once")
    expect(judgeHit({ kind: "click", agent: person, age: 2000, links: 2 })).toBeUndefined()
    expect(judgeHit({ kind: "click", agent: person, age: 2000, links: 3 })).toBe("many_links")
  })
})
