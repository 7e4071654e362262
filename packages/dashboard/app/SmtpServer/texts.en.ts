type Stage = "dns" | "connect" | "greeting" | "tls" | "auth" | "timeout" | "protocol" | "policy"

const stages: Readonly<Record<Stage, string>> = {
  dns: "Finding the host",
  connect: "Connecting",
  greeting: "Greeting",
  tls: "Setting up TLS",
  auth: "Login",
  timeout: "Waiting for an answer",
  protocol: "Speaking SMTP",
  policy: "Network policy"
}

export const en = {
  intro: "Send all mail through your own server or provider.",
  emptyTitle: "Using the default relay",
  capturedTitle: "No relay: mail is captured",
  empty: "Add your own server or provider to send through it instead.",
  setUp: "Set up a server",
  server: "Server",
  working: "Working",
  failing: "Login refused",
  provider: "Provider",
  custom: "Another server",
  host: "Host",
  port: "Port",
  portHint: "Usually 587 or 465",
  username: "User name",
  password: "Password",
  passwordHint: "Stored encrypted and never shown. Enter it again with each change.",
  passwordStored: "stored, never shown",
  tls: "Require TLS",
  tlsHint:
    "Mail waits if there is no TLS with a valid certificate. Turn it off only for a server in your own network.",
  tlsRequired: "required",
  tlsOptional: "if the server offers it",
  sender: "Sender",
  senderHint: "For emails without a sender",
  fromEmail: "Address",
  fromName: "Name",
  more: "More",
  ehlo: "Name for EHLO",
  ehloHint: "Only if the server requires one",
  saveAndTest: "Test and save",
  testing: "Testing…",
  savedText: "Login succeeded. The server is saved.",
  test: "Test again",
  testOk: "Login succeeded.",
  testFailed: "The server could not be used",
  notSaved: "Not saved: the test failed",
  stageLabel: "Stage",
  stages,
  stageOrder: "Stages of the test",
  change: "Change",
  savedAt: "Saved",
  removeTitle: "Remove the server?",
  removeText:
    "Your mail, including mail that waits, goes through the default relay from now on. The password is destroyed.",
  wasRemoved: "The server was removed."
}

export type SmtpTexts = typeof en
