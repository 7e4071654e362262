import { listen, openTelemark, startWith, testHost } from "../src/index.js"

testHost(
  "http.createServer(telemark.nodeHandler)",
  startWith((telemark) => listen(telemark.nodeHandler))
)

testHost(
  "telemark.fetch alone",
  async (outside) => {
    const { key, telemark } = await openTelemark(outside)
    return {
      key,
      url: "https://mail.example.com/v1",
      fetch: (url, init) => telemark.fetch(new Request(url, init)),
      close: () => telemark.close(),
      end: () => Promise.resolve()
    }
  },
  { listens: false }
)
