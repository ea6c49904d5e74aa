// Of a test without a document this is nothing.
if (typeof document !== 'undefined') {
  // The back end runs in the same process, and its libraries ask whether something is bytes: those of jsdom are others.
  globalThis.Uint8Array = Object.getPrototypeOf(Buffer)
  const { configure } = await import('@testing-library/react')
  // A bound for what never comes: a busy machine may take its time.
  configure({ asyncUtilTimeout: 30_000 })
  // React as it is developed with takes a stack for each element, and a task of V8, for a trace of owners that nobody
  // reads here: a fifth of the time of a test. It takes none once it has taken ten thousand within a second.
  Reflect.deleteProperty(console, 'createTask')
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  Object.defineProperty(Reflect.get(await import('react'), internals), 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => undefined,
  })
}

export {}
