import type { Tenant, UpdateTenant } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Button, Card, Check, Form, TextField, useForm, useToast } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { readMonthlyLimit } from "./monthlyLimit.js"
import { useTenantTexts } from "./useTenantTexts.js"

/** What may be written of a tenant, as its fields have it. */
interface Written {
  readonly sender: string
  readonly limit: string
  readonly opens: boolean
  readonly clicks: boolean
  readonly refuses: boolean
}

const writtenOf = ({
  default_from,
  missing,
  monthly_limit,
  track_clicks,
  track_opens
}: Tenant): Written => ({
  sender: default_from ?? "",
  limit: monthly_limit === null ? "" : String(monthly_limit),
  opens: track_opens,
  clicks: track_clicks,
  refuses: missing === "refuse"
})

/** What differs from the saved tenant: another operator may have changed the rest meanwhile. */
const changesOf = (
  saved: Written,
  { clicks, limit, opens, refuses, sender }: Written
): UpdateTenant => ({
  ...(sender.trim() === saved.sender
    ? {}
    : { default_from: sender.trim() === "" ? null : sender.trim() }),
  ...(limit.trim() === saved.limit ? {} : { monthly_limit: readMonthlyLimit(limit) ?? null }),
  ...(opens === saved.opens ? {} : { track_opens: opens }),
  ...(clicks === saved.clicks ? {} : { track_clicks: clicks }),
  ...(refuses === saved.refuses
    ? {}
    : { missing: refuses ? ("refuse" as const) : ("warn" as const) })
})

/** Changes a tenant's sender, limit and tracking, and whether mail without its data is refused. */
export const Settings = ({ tenant }: { readonly tenant: Tenant }) => {
  const texts = useTenantTexts()
  const shared = useTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const [written, setWritten] = useState(() => writtenOf(tenant))
  const [limitProblem, setLimitProblem] = useState<string>()
  const set = (changes: Partial<Written>): void => {
    setWritten((all) => ({ ...all, ...changes }))
  }
  const changes = changesOf(writtenOf(tenant), written)
  const form = useForm({
    fields: ["default_from", "monthly_limit"],
    send: () => client.tenants.update(tenant.name, changes),
    onDone: (saved) => {
      setWritten(writtenOf(saved))
      toast(texts.wasSaved)
      void queries.invalidateQueries({ queryKey: ["tenants"] })
    }
  })
  const submit = (event?: Event): void => {
    event?.preventDefault()
    const problem = readMonthlyLimit(written.limit) === undefined ? texts.limitInvalid : undefined
    setLimitProblem(problem)
    if (problem === undefined) form.submit()
  }
  return (
    <Card title={texts.settings}>
      <Form form={{ ...form, submit }}>
        <TextField
          label={texts.sender}
          hint={texts.senderHint}
          value={written.sender}
          onValue={(sender) => {
            set({ sender })
          }}
          problem={form.problem("default_from")}
          autoComplete="off"
          spellcheck={false}
        />
        <TextField
          label={texts.limit}
          hint={texts.limitHint}
          value={written.limit}
          onValue={(limit) => {
            set({ limit })
          }}
          problem={limitProblem ?? form.problem("monthly_limit")}
          inputMode="numeric"
          autoComplete="off"
        />
        <Check
          label={texts.opens}
          hint={texts.opensHint}
          checked={written.opens}
          onChecked={(opens) => {
            set({ opens })
          }}
        />
        <Check
          label={texts.clicks}
          hint={texts.clicksHint}
          checked={written.clicks}
          onChecked={(clicks) => {
            set({ clicks })
          }}
        />
        <Check
          label={texts.refuses}
          hint={texts.refusesHint}
          checked={written.refuses}
          onChecked={(refuses) => {
            set({ refuses })
          }}
        />
        <div>
          <Button
            type="submit"
            look="primary"
            disabled={Object.keys(changes).length === 0 || form.isBusy}
          >
            {shared.save}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
