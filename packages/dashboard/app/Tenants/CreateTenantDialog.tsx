import type { CreatedApiKey, Tenant } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { grantable, type KeyScope } from "../ApiKeys/scopeGroups.js"
import { client, clientOf, explain } from "../Client/index.js"
import {
  Check,
  FormDialog,
  SecretDialog,
  Select,
  TextField,
  useForm,
  useToast
} from "../Parts/index.js"
import { useLocation } from "../Routing/index.js"
import { useMay, useSession } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { readMonthlyLimit } from "./monthlyLimit.js"
import { useTenantTexts } from "./useTenantTexts.js"

type FirstKey = "send" | "all" | "none"

const sending: ReadonlyArray<KeyScope> = ["email:send", "email:read"]

interface Created {
  readonly tenant: Tenant
  readonly key: CreatedApiKey | undefined
  /** Why there is no key, although there should be. */
  readonly refusal?: unknown
}

/** Creates a tenant and its first key, and opens the tenant's page. */
export const CreateTenantDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = useTenantTexts()
  const shared = useTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const may = useMay()
  const { scopes } = useSession()
  const [, navigate] = useLocation()
  const offered = may("apikey:manage") ? grantable(scopes) : []
  const [name, setName] = useState("")
  const [sender, setSender] = useState("")
  const [limit, setLimit] = useState("")
  const [refuses, setRefuses] = useState(false)
  const [firstKey, setFirstKey] = useState<FirstKey>(offered.length === 0 ? "none" : "send")
  const [limitProblem, setLimitProblem] = useState<string>()
  const [created, setCreated] = useState<Created>()

  const open = ({ refusal, tenant }: Created): void => {
    toast(
      refusal === undefined
        ? texts.wasCreated(tenant.name)
        : texts.keyFailed(tenant.name, explain(refusal))
    )
    onClose()
    navigate(`/tenants/${encodeURIComponent(tenant.name)}`)
  }
  const form = useForm({
    fields: ["name", "default_from", "monthly_limit"],
    send: async (): Promise<Created> => {
      const monthly_limit = readMonthlyLimit(limit) ?? undefined
      const tenant = await client.tenants.create({
        name: name.trim(),
        ...(sender.trim() === "" ? {} : { default_from: sender.trim() }),
        ...(monthly_limit === undefined ? {} : { monthly_limit }),
        ...(refuses ? { missing: "refuse" as const } : {})
      })
      if (firstKey === "none") return { tenant, key: undefined }
      const wanted =
        firstKey === "all" ? offered : offered.filter((scope) => sending.includes(scope))
      try {
        return {
          tenant,
          key: await clientOf(tenant.name).apiKeys.create({
            name: texts.firstKeyName,
            scopes: wanted
          })
        }
      } catch (refusal) {
        return { tenant, key: undefined, refusal }
      }
    },
    onDone: (done) => {
      void queries.invalidateQueries({ queryKey: ["tenants"] })
      if (done.key === undefined) open(done)
      else setCreated(done)
    }
  })
  const submit = (event?: Event): void => {
    event?.preventDefault()
    const problem = readMonthlyLimit(limit) === undefined ? texts.limitInvalid : undefined
    setLimitProblem(problem)
    if (problem === undefined) form.submit()
  }
  if (created?.key !== undefined) {
    return (
      <SecretDialog
        title={texts.keyTitle(created.tenant.name)}
        what={texts.keyWhat}
        secret={created.key.key}
        onClose={() => {
          open(created)
        }}
      >
        <p>{texts.keyText}</p>
      </SecretDialog>
    )
  }
  return (
    <FormDialog
      form={{ ...form, submit }}
      title={texts.create}
      action={shared.create}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onValue={setName}
        problem={form.problem("name")}
        autoComplete="off"
        spellcheck={false}
      />
      <TextField
        label={texts.sender}
        hint={texts.senderHint}
        value={sender}
        onValue={setSender}
        problem={form.problem("default_from")}
        autoComplete="off"
        spellcheck={false}
      />
      <TextField
        label={texts.limit}
        hint={texts.limitHint}
        value={limit}
        onValue={setLimit}
        problem={limitProblem ?? form.problem("monthly_limit")}
        inputMode="numeric"
        autoComplete="off"
      />
      <Check
        label={texts.refuses}
        hint={texts.refusesHint}
        checked={refuses}
        onChecked={setRefuses}
      />
      {offered.length === 0 ? null : (
        <Select
          label={texts.firstKey}
          hint={texts.firstKeyHint}
          value={firstKey}
          onValue={(value) => {
            setFirstKey(value as FirstKey)
          }}
          options={[
            ["send", texts.firstKeys.send],
            ["all", texts.firstKeys.all],
            ["none", texts.firstKeys.none]
          ]}
        />
      )}
    </FormDialog>
  )
}
