/**
 * Makes `Date` show the functions' clock: `ahead` tells at every reading by how many milliseconds that is ahead of the
 * machine's, so that the clock moves without a restart. Everything else of `Date` stays as it is.
 */
export function shiftDate(scope: { Date: DateConstructor }, ahead: () => number): void {
  const machine = scope.Date
  const machineNow = machine.now
  const now = () => machineNow() + ahead()
  const shifted = new Proxy(machine, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: (target) => new target(now()).toString(),
  })
  machine.now = now
  machine.prototype.constructor = shifted
  scope.Date = shifted
}
