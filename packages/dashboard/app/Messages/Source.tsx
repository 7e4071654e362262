import { useQuery } from "@tanstack/preact-query"
import { client, saveFile } from "../Client/index.js"
import { Button, Copy, Loading, Problem } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { LongText } from "./LongText.js"
import { useMessageTexts } from "./useMessageTexts.js"

/** The mail as text. */
export const Source = ({ id }: { readonly id: string }) => {
  const texts = useMessageTexts()
  const formats = useFormats()
  const source = useQuery({
    queryKey: ["contents", "source", id],
    queryFn: () => client.emails.source(id),
    staleTime: Infinity
  })
  if (source.isPending) return <Loading />
  if (source.isError) return <Problem error={source.error} onRetry={() => void source.refetch()} />
  const { captured, size, source: text, truncated } = source.data
  return (
    <>
      <div class="spread">
        <span class="muted">
          {captured ? texts.captured : texts.composed}
          {truncated
            ? ` ${texts.truncated(formats.octets(new Blob([text]).size), formats.octets(size))}`
            : ""}
        </span>
        <div class="row">
          <Copy text={text} what={texts.sourceOf} />
          <Button
            small
            onClick={() => {
              saveFile(`${id}.eml`, text)
            }}
          >
            {texts.downloadSource}
          </Button>
        </div>
      </div>
      <LongText text={text.replaceAll("\r\n", "\n")} what={texts.sourceOf} />
    </>
  )
}
