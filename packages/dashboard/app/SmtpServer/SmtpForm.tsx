import { type SmtpConfig, SmtpConnectionFailed } from "@telemark/client"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Check, Choice, FormDialog, Select, TextField, useForm } from "../Parts/index.js"
import { OAuth2Fields, oauth2Members, oauth2Preset, oauth2Request } from "./OAuth2Fields.js"
import { presets } from "./presets.js"
import styles from "./smtp.module.css"
import { Stages } from "./Stages.js"
import { useSmtpTexts } from "./useSmtpTexts.js"

interface SmtpFormProps {
  readonly config: SmtpConfig | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

const given = (
  name: "from_email" | "from_name" | "ehlo_name",
  text: string
): Readonly<Record<string, string>> => (text.trim() === "" ? {} : { [name]: text.trim() })

/** Enters a server; saved only if it accepts the login. */
export const SmtpForm = ({ config, onClose, onSaved }: SmtpFormProps) => {
  const texts = useSmtpTexts()
  const known =
    config === undefined || Object.hasOwn(presets, config.provider) ? undefined : config.provider
  const [failure, setFailure] = useState<SmtpConnectionFailed>()
  const [members, setMembers] = useState({
    provider: config?.provider ?? "custom",
    host: config?.host ?? "",
    port: String(config?.port ?? 587),
    username: config?.username ?? "",
    password: "",
    from_email: config?.from_email ?? "",
    from_name: config?.from_name ?? "",
    ehlo_name: config?.ehlo_name ?? ""
  })
  const [login, setLogin] = useState<"oauth2" | "password">(
    config?.oauth2 === undefined ? "password" : "oauth2"
  )
  const [oauth2, setOAuth2] = useState(oauth2Members(config?.oauth2))
  const [tls, setTls] = useState(config?.tls_required ?? true)
  const set = (changes: Partial<typeof members>): void => {
    setMembers((all) => ({ ...all, ...changes }))
  }
  const choose = (provider: string): void => {
    const { host = "", port = 587, username } = presets[provider] ?? {}
    set({
      provider,
      ...(host === ""
        ? {}
        : { host, port: String(port), ...(username === undefined ? {} : { username }) })
    })
    setOAuth2((all) => ({ ...all, ...oauth2Preset(provider) }))
  }
  const form = useForm({
    fields: [
      "provider",
      "host",
      "port",
      "username",
      ...(login === "password"
        ? ["password"]
        : ["token_url", "client_id", "client_secret", "refresh_token", "scope"].map(
            (name) => `oauth2.${name}`
          )),
      "tls_required",
      "from_email",
      "from_name",
      "ehlo_name"
    ],
    send: async () => {
      setFailure(undefined)
      const { ehlo_name, from_email, from_name, host, password, port, provider, username } = members
      try {
        return await client.smtpConfig.save({
          provider,
          host: host.trim(),
          port: Number(port),
          username,
          ...(login === "password" ? { password } : { oauth2: oauth2Request(oauth2) }),
          tls_required: tls,
          ...given("from_email", from_email),
          ...given("from_name", from_name),
          ...given("ehlo_name", ehlo_name)
        })
      } catch (error) {
        if (error instanceof SmtpConnectionFailed) setFailure(error)
        throw error
      }
    },
    onDone: onSaved
  })
  const shown = failure === undefined ? form : { ...form, error: undefined }
  const field = (
    name: Exclude<keyof typeof members, "provider">,
    label: string,
    hint?: string
  ) => ({
    label,
    value: members[name],
    onValue: (value: string) => {
      set({ [name]: value })
    },
    problem: form.problem(name),
    autoComplete: "off",
    spellcheck: false,
    ...(hint === undefined ? {} : { hint })
  })
  const options = [
    ...Object.entries(presets).map(
      ([key, { name }]) => [key, name === "" ? texts.custom : name] as const
    ),
    ...(known === undefined ? [] : [[known, known] as const])
  ]
  return (
    <FormDialog
      form={shown}
      title={config === undefined ? texts.setUp : texts.change}
      action={form.isBusy ? texts.testing : texts.saveAndTest}
      onClose={onClose}
    >
      <Select
        label={texts.provider}
        value={members.provider}
        onValue={choose}
        options={options}
        problem={form.problem("provider")}
      />
      <div class={styles["pair"]}>
        <TextField {...field("host", texts.host)} />
        <TextField {...field("port", texts.port)} inputMode="numeric" />
      </div>
      <TextField {...field("username", texts.username)} />
      <Choice
        label={texts.login}
        options={[
          ["password", texts.password],
          ["oauth2", texts.oauth2]
        ]}
        chosen={login}
        onChoose={setLogin}
      />
      {login === "password" ? (
        <TextField
          {...field("password", texts.password, texts.passwordHint)}
          type="password"
          autoComplete="new-password"
        />
      ) : (
        <OAuth2Fields form={form} members={oauth2} onMembers={setOAuth2} />
      )}
      <Check
        checked={tls}
        onChecked={setTls}
        label={
          <span class={styles["choice"]}>
            <strong>{texts.tls}</strong>
            <span class="muted">{texts.tlsHint}</span>
          </span>
        }
      />
      <fieldset class={styles["group"]}>
        <legend>{texts.sender}</legend>
        <p class="muted">{texts.senderHint}</p>
        <TextField {...field("from_email", texts.fromEmail)} inputMode="email" />
        <TextField {...field("from_name", texts.fromName)} />
      </fieldset>
      <details
        class={styles["more"]}
        open={members.ehlo_name !== "" || form.problem("ehlo_name") !== undefined}
      >
        <summary>{texts.more}</summary>
        <TextField {...field("ehlo_name", texts.ehlo, texts.ehloHint)} />
      </details>
      {failure === undefined ? null : <Stages failure={failure} />}
    </FormDialog>
  )
}
