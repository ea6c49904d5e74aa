// Of a test without a document this is nothing.
if (typeof document !== 'undefined') {
  // The back end runs in the same process, and its libraries ask whether something is bytes: those of jsdom are others.
  globalThis.Uint8Array = Object.getPrototypeOf(Buffer)
  const { configure } = await import('@testing-library/react')
  // A bound for what never comes: a busy machine may take its time.
  configure({ asyncUtilTimeout: 30_000 })
  // React as it is developed with has V8 make a task for each element, for stacks that nobody sees here.
  Reflect.deleteProperty(console, 'createTask')
}

export {}
