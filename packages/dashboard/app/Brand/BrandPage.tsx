import type { Brand } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Loading, Page, Problem } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { BrandForm } from "./BrandForm.js"
import { useBrandTexts } from "./useBrandTexts.js"

/** How the tenant's starters look. */
const BrandPage = () => {
  const shared = useTexts()
  const texts = useBrandTexts()
  const brand = useQuery<Brand>({ queryKey: ["brand"], queryFn: () => client.brand.get() })
  return (
    <Page title={shared.pages.brand} description={texts.intro}>
      {brand.isPending ? (
        <Loading />
      ) : brand.isError ? (
        <Problem error={brand.error} onRetry={() => void brand.refetch()} />
      ) : (
        <BrandForm key={JSON.stringify(brand.data)} saved={brand.data} />
      )}
    </Page>
  )
}

export default BrandPage
