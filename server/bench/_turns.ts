/** The processor time of this thread in each turn of its event loop: a busy machine does not change it. */
export function watchTurns() {
  let longest = 0;
  let long = 0;
  let before = process.threadCpuUsage();
  let isOver = false;
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    const milliseconds = (user + system) / 1000;
    longest = Math.max(longest, milliseconds);
    if (milliseconds > 10) long++;
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    /** The longest turn in milliseconds, and how many took more than 10. */
    stop() {
      isOver = true;
      return { longest, long };
    },
  };
}
