import type { Brand, UpdateBrand } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import {
  Button,
  Card,
  ColorField,
  Confirm,
  Form,
  TextArea,
  TextField,
  useForm,
  useToast
} from "../Parts/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { BrandPreview } from "./BrandPreview.js"
import styles from "./brand.module.css"
import { useBrandTexts } from "./useBrandTexts.js"

const members = [
  "name",
  "logo_url",
  "primary_color",
  "background_color",
  "text_color",
  "font_family",
  "website_url",
  "support_email",
  "postal_address"
] as const
type Member = (typeof members)[number]
type Written = Readonly<Record<Member, string>>

const writtenOf = (brand: Brand): Written =>
  Object.fromEntries(members.map((member) => [member, brand[member] ?? ""])) as Written

/** What differs from the saved brand; an empty field is reset to its default. */
const changesOf = (saved: Brand, written: Written): UpdateBrand =>
  Object.fromEntries(
    members
      .filter((member) => written[member] !== (saved[member] ?? ""))
      .map((member) => [member, written[member].trim() === "" ? null : written[member].trim()])
  )

const nothing: UpdateBrand = Object.fromEntries(members.map((member) => [member, null]))

/** Changes the brand, beside a starter that shows it. */
export const BrandForm = ({ saved }: { readonly saved: Brand }) => {
  const shared = useTexts()
  const texts = useBrandTexts()
  const mayWrite = useMay()("template:manage")
  const toast = useToast()
  const queries = useQueryClient()
  const [written, setWritten] = useState(() => writtenOf(saved))
  const [isResetting, setResetting] = useState(false)
  const changes = changesOf(saved, written)
  const isChanged = Object.keys(changes).length > 0
  const take = (brand: Brand): void => {
    queries.setQueryData(["brand"], brand)
    void queries.invalidateQueries({ queryKey: ["templates", "starters"] })
    toast(texts.wasSaved)
  }
  const form = useForm({ fields: members, send: () => client.brand.update(changes), onDone: take })
  const of = (member: Member) => ({
    label: texts[member],
    value: written[member],
    onValue: (value: string) => {
      setWritten((all) => ({ ...all, [member]: value }))
    },
    problem: form.problem(member),
    disabled: !mayWrite
  })
  return (
    <div class={styles["columns"]}>
      <Form form={form}>
        <Card title={texts.look}>
          <div class="stack">
            <TextField {...of("logo_url")} hint={texts.logo_urlHint} type="url" />
            <ColorField {...of("primary_color")} />
            <ColorField {...of("background_color")} />
            <ColorField {...of("text_color")} />
            <TextField {...of("font_family")} hint={texts.font_familyHint} spellcheck={false} />
          </div>
        </Card>
        <Card title={texts.sender}>
          <div class="stack">
            <TextField {...of("name")} autoComplete="organization" />
            <TextField {...of("website_url")} hint={texts.website_urlHint} type="url" />
            <TextField {...of("support_email")} type="email" />
            <TextArea {...of("postal_address")} hint={texts.postal_addressHint} rows={2} />
          </div>
        </Card>
        {mayWrite ? (
          <div class="row">
            <Button type="submit" look="primary" disabled={!isChanged || form.isBusy}>
              {shared.save}
            </Button>
            <Button
              onClick={() => {
                setResetting(true)
              }}
            >
              {texts.reset}
            </Button>
          </div>
        ) : null}
      </Form>
      <div class={styles["preview"]}>
        <BrandPreview changes={changes} saved={saved} />
      </div>
      {isResetting ? (
        <Confirm
          title={texts.resetTitle}
          action={texts.reset}
          onConfirm={async () => {
            take(await client.brand.update(nothing))
          }}
          onClose={() => {
            setResetting(false)
          }}
        >
          <p>{texts.resetText}</p>
        </Confirm>
      ) : null}
    </div>
  )
}
