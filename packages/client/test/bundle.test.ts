import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"

const bundle = async (entry: string, external: ReadonlyArray<string> = []) => {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    external: [...external],
    logLevel: "silent"
  })
  const imports = Object.values(metafile.outputs).flatMap((output) =>
    output.imports.map(({ path }) => path)
  )
  const foreign = Object.keys(metafile.inputs).filter(
    (path) => !path.includes("packages/client/src/")
  )
  return {
    bytes: gzipSync(outputFiles[0]?.contents ?? "").length,
    text: outputFiles[0]?.text ?? "",
    imports,
    foreign
  }
}

describe("a bundle", () => {
  it("of the client is under 10 kB gzipped, imports nothing and has nothing of others in it", async () => {
    const { bytes, foreign, imports, text } = await bundle("../src/index.ts")
    expect(imports).toEqual([])
    expect(foreign).toEqual([])
    expect(text).toContain("idempotency-key")
    expect(bytes).toBeLessThan(10_000)
  })

  it("of the client for Effect imports Effect alone, and has nothing else that the other hasn't", async () => {
    const { bytes, foreign, imports } = await bundle("../src/effect.ts", ["effect"])
    expect([...new Set(imports)]).toEqual(["effect"])
    expect(foreign).toEqual([])
    expect(bytes).toBeLessThan(10_000)
  })
})
