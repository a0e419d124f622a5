export const firstNames = [
  ...['Ada', 'Ben', 'Clara', 'Deniz', 'Emil', 'Fatima', 'Georg', 'Hanna', 'Ines', 'Jonas'],
  ...['Kira', 'Luis', 'Mina', 'Noah', 'Olga', 'Paul', 'Rosa', 'Samir', 'Theo', 'Vera'],
  ...['Wanda', 'Xaver', 'Yara', 'Zoe', 'Anton', 'Berta', 'Carlos', 'Dora', 'Elif', 'Frida'],
];

export const lastNames = [
  ...['Albrecht', 'Brandt', 'Çelik', 'Dahl', 'Ebert', 'Fischer', 'Graf', 'Hartmann', 'Ivanova', 'Jung'],
  ...['Keller', 'Lindner', 'Meier', 'Nowak', 'Okafor', 'Peters', 'Quandt', 'Richter', 'Schulz', 'Tran'],
  ...['Ulrich', 'Vogt', 'Winter', 'Yilmaz', 'Zeller', 'Arndt', 'Böhm', 'Costa', 'Dietz', 'Engel'],
];
