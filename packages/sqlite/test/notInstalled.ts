/** In place of better-sqlite3: what an import of it fails with where it isn't installed. */
throw Object.assign(new Error("Cannot find package 'better-sqlite3'"), {
  code: "ERR_MODULE_NOT_FOUND"
})
export default undefined
