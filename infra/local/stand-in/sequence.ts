let last = 0n

/**
 * Returns a number that orders S3 events and mails: 16 hexadecimal digits, higher at each call, also after a restart.
 * Follows the machine's clock, because the workbench (`/__local`) may set the functions' clock back.
 */
export function nextSequence(): string {
  const candidate = BigInt(Date.now()) << 20n
  last = candidate > last ? candidate : last + 1n
  return last.toString(16).padStart(16, '0')
}
