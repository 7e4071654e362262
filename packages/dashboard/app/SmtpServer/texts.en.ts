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
  intro:
    "Your own server or provider. While one is saved, all your mail goes through it, and it signs and delivers as it is set up there.",
  emptyTitle: "Mail takes the route of this service",
  empty:
    "If you have an account with a provider, or run a mail server, enter it here. It is tested with a login before it is saved.",
  setUp: "Set up a server",
  server: "Server",
  working: "Working",
  failing: "Refuses the login",
  provider: "Provider",
  custom: "Another server",
  host: "Host",
  port: "Port",
  portHint: "Mostly 587, or 465.",
  username: "User name",
  password: "Password",
  passwordHint: "It is stored encrypted, and never shown again. Enter it again with each change.",
  passwordStored: "stored, never shown",
  tls: "Require TLS",
  tlsHint:
    "Mail waits rather than go without TLS and a valid certificate. Leave it on unless the server is in your own network.",
  tlsRequired: "required",
  tlsOptional: "if the server offers it",
  sender: "Sender",
  senderHint: "Used by sends that name no sender.",
  fromEmail: "Address",
  fromName: "Name",
  more: "More",
  ehlo: "Name for EHLO",
  ehloHint: "Only if the server wants a certain one.",
  saveAndTest: "Test and save",
  testing: "Testing…",
  savedText: "The server accepted the login and is saved.",
  test: "Test again",
  testOk: "The server accepted the login.",
  testFailed: "The server could not be used",
  notSaved: "Not saved: the test failed",
  stageLabel: "Stage",
  stages,
  stageOrder: "Stages of the test",
  change: "Change",
  savedAt: "Saved",
  removeTitle: "Remove the server?",
  removeText:
    "From now on your mail takes the route of this service, also mail that is waiting. The password is destroyed.",
  wasRemoved: "The server was removed."
}

export type SmtpTexts = typeof en
