export default {
  serverExternalPackages: ["telemark", "@telemark/smtp", "@telemark/sqlite"]
}
