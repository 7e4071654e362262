import type { NextConfig } from "next"

const config: NextConfig = {
  // They start processes and load native modules, so they stay out of the bundle.
  serverExternalPackages: ["telemark", "@telemark/smtp", "@telemark/sqlite"]
}

export default config
