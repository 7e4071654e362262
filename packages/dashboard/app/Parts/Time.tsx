import { useFormats, useTexts } from "../Texts/index.js"

/** An instant in the person's zone: short, with the exact one on hover and for machines. */
export const Time = ({ at, relative = false }: { readonly at: string | null; readonly relative?: boolean }) => {
  const formats = useFormats()
  const { never } = useTexts()
  if (at === null) return <span class="muted">{never}</span>
  return <time class="nowrap" dateTime={at} title={formats.instant(at)}>{relative ? formats.relative(at) : formats.short(at)}</time>
}
