/** Messages to a function's process: a call as Lambda delivers it, or a new clock offset. */
export type Order =
  | { readonly kind: 'call'; readonly call: Call }
  /** Milliseconds by which the functions' clock is ahead of the machine's. */
  | { readonly kind: 'clock'; readonly ahead: number }

export interface Call {
  readonly requestId: string
  /** Event as JSON text. */
  readonly event: string
  readonly timeoutMs: number
}

/** An error as Lambda reports it to the caller of a function. */
export interface FunctionError {
  readonly errorType: string
  readonly errorMessage: string
  readonly trace?: readonly string[]
}

export type Result =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly error: FunctionError }

/** Messages from a function's process: output, the result of its start or of a call, or the error that ends it. */
export type Message =
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'done'; readonly result: Result; readonly memoryMb: number }
  | { readonly kind: 'crash'; readonly error: FunctionError }
