const firstNames = [
  ...['Ada', 'Ben', 'Clara', 'Deniz', 'Emil', 'Fatima', 'Georg', 'Hanna', 'Ines', 'Jonas'],
  ...['Kira', 'Luis', 'Mina', 'Noah', 'Olga', 'Paul', 'Rosa', 'Samir', 'Theo', 'Vera'],
];
const lastNames = [
  ...['Albrecht', 'Brandt', 'Çelik', 'Dahl', 'Ebert', 'Fischer', 'Graf', 'Hartmann', 'Ivanova', 'Jung', 'Keller'],
  ...['Lindner', 'Meier', 'Nowak', 'Okafor', 'Peters', 'Quandt', 'Richter', 'Schulz', 'Tran', 'Ulrich'],
];

/** Returns a customer. The first 420 have different names. Nobody has the phone numbers 555 0…. */
export function customer(number: number) {
  const firstName = firstNames[number % firstNames.length] ?? '';
  const lastName = lastNames[number % lastNames.length] ?? '';
  const name = `${firstName}.${lastName}`.toLowerCase().normalize('NFD');
  const email = `${name.replace(/[^a-z.]/g, '')}@example.com`;
  return { firstName, lastName, email, phone: `+49305550${String(number % 1000).padStart(3, '0')}` };
}
