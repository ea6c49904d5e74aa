import '../../testing/runner/quick-hashes.ts'

// A test without a document needs none of this set-up.
if (typeof document !== 'undefined') {
  // The back end runs in the same process, and its libraries check for this process's own byte arrays, not those of
  // jsdom.
  globalThis.Uint8Array = Object.getPrototypeOf(Buffer)
  const { configure } = await import('@testing-library/react')
  // Maximum wait before a test fails; it is long because a busy machine may be slow.
  configure({ asyncUtilTimeout: 30_000 })
  // React's development build records a stack trace and a V8 task for each element, which nobody reads here. That took
  // a fifth of the test time. React stops once it has counted ten thousand elements in a second, so this count is
  // fixed at ten thousand.
  Reflect.deleteProperty(console, 'createTask')
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  Object.defineProperty(Reflect.get(await import('react'), internals), 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => undefined,
  })
}
