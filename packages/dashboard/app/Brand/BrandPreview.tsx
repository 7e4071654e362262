import type { Brand, UpdateBrand } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Card, Loading, MailFrame, Notice, Problem, Select } from "../Parts/index.js"
import styles from "./brand.module.css"
import { useBrandTexts } from "./useBrandTexts.js"

/** A starter in the brand. */
export const BrandPreview = ({
  changes,
  saved
}: {
  readonly changes: UpdateBrand
  readonly saved: Brand
}) => {
  const texts = useBrandTexts()
  const [slug, setSlug] = useState("welcome")
  const starters = useQuery({
    queryKey: ["templates", "starters", saved],
    queryFn: () => client.templates.starters(),
    staleTime: 60_000
  })
  if (starters.isPending) return <Loading />
  if (starters.isError)
    return <Problem error={starters.error} onRetry={() => void starters.refetch()} />
  const { data } = starters.data
  return (
    <Card title={texts.preview}>
      <div class="stack">
        <Select
          label={texts.previewOf}
          value={slug}
          onValue={setSlug}
          options={data.map(({ name, slug }) => [slug, name])}
        />
        {Object.keys(changes).length === 0 ? null : (
          <Notice tone="info">{texts.previewSaved}</Notice>
        )}
        <div class={styles["frame"]}>
          <MailFrame
            title={texts.preview}
            html={data.find((one) => one.slug === slug)?.thumbnail_html ?? ""}
          />
        </div>
      </div>
    </Card>
  )
}
