let last = 0n

/**
 * Returns 16 hexadecimal digits that rise with every call, also after a restart. They follow the machine's clock, as
 * the workbench may set the functions' clock back.
 */
export function nextSequence(): string {
  const candidate = BigInt(Date.now()) << 20n
  last = candidate > last ? candidate : last + 1n
  return last.toString(16).padStart(16, '0')
}
