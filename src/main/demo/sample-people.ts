export const firstNames = ['Ada', 'Ben', 'Clara', 'Deniz', 'Emil', 'Fatima', 'Georg', 'Hanna', 'Ines', 'Jonas'];

export const lastNames = [
  'Albrecht',
  'Brandt',
  'Çelik',
  'Dahl',
  'Ebert',
  'Fischer',
  'Graf',
  'Hartmann',
  'Ivanova',
  'Jung',
];
