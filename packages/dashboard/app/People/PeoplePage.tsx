import type { ErasedPerson, PersonExport } from "@telemark/client"
import { useState } from "preact/hooks"
import { saveFile } from "../Client/index.js"
import {
  Button,
  Card,
  Confirm,
  Form,
  Notice,
  Page,
  Problem,
  TextField,
  useForm
} from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { erase, everything, firstPage } from "./person.js"
import { usePersonTexts } from "./usePersonTexts.js"

const Facts = ({
  facts
}: {
  readonly facts: ReadonlyArray<readonly [string, number | string]>
}) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
)

const Kept = ({
  address,
  onErased,
  person
}: {
  readonly address: string
  readonly person: PersonExport
  readonly onErased: (erased: ErasedPerson) => void
}) => {
  const texts = usePersonTexts()
  const [saved, setSaved] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const [isErasing, setErasing] = useState(false)
  const { emails, erased_emails, next, reports, suppressions } = person
  const isNothing = emails.length + reports.length + suppressions.length === 0
  const save = async (): Promise<void> => {
    setProblem(undefined)
    setSaved(0)
    try {
      const all = await everything(address, setSaved)
      saveFile("person.json", JSON.stringify(all, null, 2))
    } catch (error) {
      setProblem(error)
    }
    setSaved(undefined)
  }
  const actions = isNothing ? undefined : (
    <div class="row">
      <Button disabled={saved !== undefined} onClick={() => void save()}>
        {saved === undefined ? texts.save : texts.saving(saved)}
      </Button>
      <Button
        look="danger"
        onClick={() => {
          setErasing(true)
        }}
      >
        {texts.erase}
      </Button>
    </div>
  )
  return (
    <Card title={texts.found} actions={actions}>
      {problem === undefined ? null : <Problem isAction error={problem} />}
      {isNothing ? <p>{texts.nothing}</p> : null}
      <Facts
        facts={[
          [texts.emails, next === null ? emails.length : texts.atLeast(emails.length)],
          [texts.suppressions, suppressions.length],
          [texts.reports, reports.length],
          [texts.erasedBefore, erased_emails]
        ]}
      />
      {isErasing ? (
        <Confirm
          title={texts.eraseTitle}
          action={texts.erase}
          typed={address}
          onClose={() => {
            setErasing(false)
          }}
          onConfirm={async () => {
            onErased(await erase(address))
          }}
        >
          <p>{texts.eraseText}</p>
        </Confirm>
      ) : null}
    </Card>
  )
}

const Erased = ({ erased }: { readonly erased: ErasedPerson }) => {
  const texts = usePersonTexts()
  const { cancelled, contents, done, emails, in_flight, suppressions, texts: others } = erased
  return (
    <Card title={texts.erased}>
      <Notice tone={done ? "good" : "warn"}>
        {done ? texts.done : in_flight > 0 ? texts.inFlight(in_flight) : texts.notDone}
      </Notice>
      <Facts
        facts={[
          [texts.emails, emails],
          [texts.cancelled, cancelled],
          [texts.contents, contents],
          [texts.kept, suppressions],
          [texts.others, others]
        ]}
      />
    </Card>
  )
}

/** What is kept about a recipient. The address isn't in the page's own: that stands in histories. */
const PeoplePage = () => {
  const texts = usePersonTexts()
  const shared = useTexts()
  const [address, setAddress] = useState("")
  const [shown, setShown] = useState<{
    readonly address: string
    readonly person: PersonExport
    readonly erased?: ErasedPerson
  }>()
  const form = useForm({
    fields: ["email_address"],
    send: async () => {
      const asked = address.trim()
      return { address: asked, person: await firstPage(asked) }
    },
    onDone: setShown
  })
  return (
    <Page title={shared.pages.people} description={texts.intro}>
      <Card>
        <Form form={form}>
          <TextField
            label={texts.address}
            hint={texts.addressHint}
            value={address}
            onValue={setAddress}
            problem={form.problem("email_address")}
            inputMode="email"
            autoComplete="off"
            spellcheck={false}
          />
          <div class="row">
            <Button type="submit" look="primary" disabled={form.isBusy}>
              {texts.lookUp}
            </Button>
          </div>
        </Form>
      </Card>
      {shown === undefined ? null : shown.erased === undefined ? (
        <Kept
          key={shown.address}
          address={shown.address}
          person={shown.person}
          onErased={(erased) => {
            setShown({ ...shown, erased })
          }}
        />
      ) : (
        <Erased erased={shown.erased} />
      )}
    </Page>
  )
}

export default PeoplePage
