import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Button, Card, Form, Page, TextField, useForm, useToast } from "../Parts/index.js"
import { Link, useLocation } from "../Routing/index.js"
import { useTexts } from "../Texts/index.js"
import { Steps } from "./Steps.js"
import { useDomainTexts } from "./useDomainTexts.js"

/** The first step of adding a domain: its name. */
const AddDomainPage = () => {
  const texts = useDomainTexts()
  const shared = useTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [domain, setDomain] = useState("")
  const form = useForm({
    fields: ["domain"],
    send: () => client.domains.add({ domain: domain.trim() }),
    onDone: (added) => {
      toast(texts.wasAdded(added.domain))
      void queries.invalidateQueries({ queryKey: ["domains"] })
      navigate(`/domains/${encodeURIComponent(added.domain)}`)
    }
  })
  return (
    <Page title={texts.addTitle} description={texts.addIntro}>
      <Steps at="name" />
      <Card>
        <Form form={form}>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            value={domain}
            onValue={setDomain}
            problem={form.problem("domain")}
            autoComplete="off"
            autoCapitalize="none"
            spellcheck={false}
            inputMode="url"
          />
          <div class="row">
            <Button type="submit" look="primary" disabled={form.isBusy}>
              {texts.next}
            </Button>
            <Link to="/domains">{shared.cancel}</Link>
          </div>
        </Form>
      </Card>
    </Page>
  )
}

export default AddDomainPage
