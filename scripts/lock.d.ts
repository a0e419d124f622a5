export function holdingLock(file: string, task: string, work: () => Promise<void>): Promise<void>;
