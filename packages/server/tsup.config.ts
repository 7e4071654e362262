import { library } from "../../tsup.base.js"

export default library({
  programs: {
    entries: {
      main: { file: "src/Cli/main.ts" },
      administration: {
        file: "src/Cli/administration.ts",
        onDemand: [
          "effect/observability/Otlp",
          "effect/http/FetchHttpClient",
          "@telemark/postgres",
          "@telemark/sqlite"
        ]
      },
      everything: { file: "src/Cli/everything.ts" }
    },
    help: "everything",
    installed: {
      "@node-rs/argon2": ["@telemark/http"],
      "better-sqlite3": ["@telemark/sqlite"],
      bullmq: ["@telemark/bullmq"],
      imapflow: [],
      ioredis: ["@telemark/bullmq"],
      pg: ["@telemark/postgres"]
    }
  }
})
