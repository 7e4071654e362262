import { library } from "../../tsup.base.js"

export default library({
  programs: {
    entries: {
      main: { file: "src/cli/main.ts" },
      administration: {
        file: "src/cli/administration.ts",
        onDemand: [
          "effect/observability/Otlp",
          "effect/http/FetchHttpClient",
          "@telemark/postgres",
          "@telemark/sqlite"
        ]
      },
      everything: { file: "src/cli/everything.ts" },
      benchSink: { file: "src/bench/sink.ts" }
    },
    help: "everything",
    installed: {
      "@node-rs/argon2": ["@telemark/http"],
      "better-sqlite3": ["@telemark/sqlite"],
      bullmq: ["@telemark/bullmq"],
      imapflow: [],
      "@simplewebauthn/server": [],
      "openid-client": [],
      ioredis: ["@telemark/bullmq"],
      pg: ["@telemark/postgres"]
    }
  }
})
