import { useQuery } from "@tanstack/preact-query"
import type { Brand, Design } from "@telemark/client"
import { lazy, Suspense } from "preact/compat"
import { client } from "../../Client/index.js"
import { Loading, Problem } from "../../Parts/index.js"

const Designer = lazy(() => import("../../Designer/Designer.js"))

/** What a template begins with that has no blocks yet. */
const empty: Design = { schema_version: 1, blocks: [] }

interface DesignPanelProps {
  readonly design: Design | null
  readonly variables: ReadonlyArray<string>
  readonly refused: { readonly path: string } | undefined
  readonly onDesign: (design: Design) => void
}

/** The block designer, loaded when it is opened, with the brand's colours. */
export const DesignPanel = ({ design, onDesign, refused, variables }: DesignPanelProps) => {
  const brand = useQuery<Brand>({ queryKey: ["brand"], queryFn: () => client.brand.get() })
  if (brand.isPending) return <Loading />
  if (brand.isError) return <Problem error={brand.error} onRetry={() => void brand.refetch()} />
  return (
    <Suspense fallback={<Loading />}>
      <Designer
        design={design ?? empty}
        brand={brand.data}
        variables={variables}
        refused={refused}
        onChange={onDesign}
      />
    </Suspense>
  )
}
