import { splitAtMergeTags } from "@telemark/html"

/** A text whose merge tags stand out. */
export const MergeText = ({ text }: { readonly text: string }) => {
  const scanned = splitAtMergeTags(text)
  if (scanned._tag === "Refused") return <>{text}</>
  return (
    <>
      {scanned.pieces.map((piece, at) =>
        "tag" in piece ? (
          <span key={at} class="dz-tag">
            {piece.tag.source}
          </span>
        ) : (
          piece.text
        )
      )}
    </>
  )
}
